import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { aiJobs, start } from './index';

void runProcess(start, aiJobs);
