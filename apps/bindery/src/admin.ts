import 'reflect-metadata';
import { environmentOf } from '@bindery/config';
import { administer } from '@bindery/identity';

void administer(process.argv.slice(2), environmentOf('identity', process.env));
