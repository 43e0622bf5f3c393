import 'reflect-metadata';
import { administer } from './create-administrator';

void administer(process.argv.slice(2), process.env);
