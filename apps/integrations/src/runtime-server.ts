import { runProcess } from '@bindery/service';
import { startRuntime } from './runtime/serve-runtime';

void runProcess(startRuntime);
