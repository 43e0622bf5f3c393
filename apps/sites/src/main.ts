import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { sites, start } from './index';

void runProcess(start, sites);
