import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { identity, start } from './index';

void runProcess(start, identity);
