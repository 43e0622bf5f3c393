import 'reflect-metadata';
import { runProcess } from '@bindery/service';
import { content, start } from './index';

void runProcess(start, content);
