import { startRuntime } from '@bindery/integrations';
import { runProcess } from '@bindery/service';

void runProcess(startRuntime);
