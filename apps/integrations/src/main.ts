import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { integrations, start } from './index';

void runProcess(start, integrations);
