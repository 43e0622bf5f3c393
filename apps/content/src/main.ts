import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { start } from './index';

void runProcess(start);
