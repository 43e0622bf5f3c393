import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { changeRequests, start } from './index';

void runProcess(start, changeRequests);
