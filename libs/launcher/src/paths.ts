import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProgramName } from './services';

/** Where a checkout keeps what it runs on; everything under `.bindery` can be made again except data and secrets. */
export class Paths {
  readonly data: string;
  readonly secrets: string;
  readonly developer: string;
  /** The file of tokens that `login` got from platforms. */
  readonly logins: string;
  readonly run: string;
  readonly postgres: string;
  readonly nats: string;
  readonly files: string;
  readonly mail: string;
  readonly programs: string;
  readonly compileCache: string;
  readonly welcome: string;
  /** When this checkout was backed up last, and where to. */
  readonly backedUp: string;
  /** Bindery's own documentation, which the first start publishes. */
  readonly docs: string;

  /** `data` is the folder of a run's own data; programs and compiled code belong to the checkout, for all runs. */
  constructor(
    readonly root: string,
    data = join(root, '.bindery'),
  ) {
    this.data = data;
    this.secrets = join(this.data, 'secrets.json');
    this.developer = join(this.data, 'dev.json');
    this.logins = join(this.data, 'logins.json');
    this.run = join(this.data, 'run.json');
    this.postgres = join(this.data, 'postgres');
    this.nats = join(this.data, 'nats');
    this.files = join(this.data, 'files');
    this.mail = join(this.data, 'mail');
    this.programs = join(root, '.bindery', 'bin');
    this.compileCache = join(root, '.bindery', 'compile-cache');
    this.welcome = join(this.data, 'welcome.json');
    this.backedUp = join(this.data, 'backup.json');
    this.docs = join(root, 'docs');
  }

  log(name: string): string {
    return join(this.data, 'logs', `${name}.log`);
  }

  program(name: ProgramName): string {
    const app = join(this.root, 'apps', name);
    return join(app, declaredMain(app));
  }

  /** The module that the program of a process starts. */
  module(name: ProgramName): string {
    return join(this.root, 'apps', name, 'dist', 'index.js');
  }

  get seed(): string {
    return join(this.root, 'apps', 'identity', 'dist', 'seed.js');
  }
}

/** The program that the app's package.json declares, by which its image is made too. Versions before 0.2 declare none. */
function declaredMain(app: string): string {
  try {
    const { bindery } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8')) as {
      bindery?: { programs: { main: string } };
    };
    return bindery?.programs.main ?? 'dist/main.js';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'dist/main.js';
    throw error;
  }
}

/** The checkout that this file belongs to, from its source as from its compiled form. */
export const checkout = new Paths(join(__dirname, '..', '..', '..'));
