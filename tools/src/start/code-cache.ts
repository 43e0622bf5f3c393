import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { dirname, join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { Script } from 'node:vm';
import { isMainThread } from 'node:worker_threads';
import { crc32 } from 'node:zlib';

/**
 * What `NODE_COMPILE_CACHE` is from Node 22 on, for older ones: a module that is loaded ahead of a program (`--require`)
 * and keeps what V8 compiled of the program's CommonJS modules in that folder. Compiling is a third of what a service
 * does until it is ready.
 */

/** In milliseconds after the start: by then a program has run what it runs to become ready, and V8 has it still. */
const KEPT_AFTER = 10_000;

/** In code that was kept, `import()` finds no loader: such modules are left to Node. */
const IMPORTS = /\bimport\s*\(/;

/** What is kept of a module. */
interface Entry {
  /** Of the source. V8 itself compares its length and its own version and flags. */
  checksum: number;
  codeChecksum: number;
  /** Where its code begins, in bytes after the list of entries. */
  offset: number;
  length: number;
}

/** The checksum of the list of entries and its length, both 32 bits. The list follows, then each module's code. */
const HEAD_LENGTH = 8;

interface LoadingModule extends NodeJS.Module {
  _compile(source: string, filename: string, format?: string): unknown;
}

type Wrapper = (
  this: unknown,
  exports: unknown,
  require: NodeJS.Require,
  module: NodeJS.Module,
  filename: string,
  folder: string,
) => unknown;

// Not described by Node's types, and stable since its first versions: what every loader of other languages uses.
const loader = Module as unknown as {
  prototype: LoadingModule;
  wrapper: [string, string];
  _resolveFilename(request: string, parent: NodeJS.Module, isMain: boolean, options?: object): string;
  _extensions: NodeJS.Require['extensions'];
  _cache: NodeJS.Require['cache'];
};

/** Has this process read compiled code from a file of its program, and write it there when some was missing. */
export function keepCompiledCode(folder: string, program: string, after = KEPT_AFTER): void {
  const file = join(folder, relative(process.cwd(), program).replace(/[^\w-]+/g, '_'));
  const kept = new KeptCode(file);
  const scripts = new Map<string, { checksum: number; script: Script }>();
  let isStale = false;

  const compile = loader.prototype._compile;
  loader.prototype._compile = function (source, filename, format) {
    const checksum = crc32(source);
    const isPlain = format !== 'module' && !IMPORTS.test(source);
    const script = isPlain && scriptOf(source, filename, kept.codeOf(filename, checksum));
    if (!script) return compile.call(this, source, filename, format);
    if (script.cachedDataRejected !== false) isStale = true;
    scripts.set(filename, { checksum, script });
    const run = script.runInThisContext() as Wrapper;
    return run.call(this.exports, this.exports, requireOf(this), this, filename, dirname(filename));
  };

  setTimeout(() => {
    loader.prototype._compile = compile;
    if (isStale) write(file, scripts);
    kept.close();
    scripts.clear();
  }, after).unref();
}

/** Undefined when it is not a script: Node's own loader says why, or reads it as a module. */
function scriptOf(source: string, filename: string, cachedData: Buffer | undefined): Script | undefined {
  const [before, after] = loader.wrapper;
  try {
    return new Script(`${before}${source.replace(/^#!.*/, '')}${after}`, {
      filename,
      columnOffset: -before.length,
      cachedData,
    });
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `require` as a module has it. */
function requireOf(module: NodeJS.Module): NodeJS.Require {
  const resolve = (request: string, options?: object) => loader._resolveFilename(request, module, false, options);
  return Object.assign((request: string) => module.require(request) as unknown, {
    resolve: resolve as NodeJS.RequireResolve,
    main: process.mainModule,
    extensions: loader._extensions,
    cache: loader._cache,
  });
}

/**
 * What an earlier process kept; nothing when there is none or when it is damaged. A module's code is read when the module is, and
 * let go of then: all of it would be 5 to 8 MB of the 100 that a service has.
 */
class KeptCode {
  private readonly descriptor: number | undefined;
  private readonly codeStart: number = 0;
  private entries = new Map<string, Entry>();

  constructor(file: string) {
    try {
      this.descriptor = openSync(file, 'r');
      const head = this.read(0, HEAD_LENGTH);
      const list = this.read(HEAD_LENGTH, head.readUInt32BE(4));
      this.codeStart = HEAD_LENGTH + list.length;
      if (crc32(list) === head.readUInt32BE(0)) this.entries = deserialize(list) as Map<string, Entry>;
    } catch {
      // Compiling takes longer, nothing else.
    }
  }

  codeOf(name: string, checksum: number): Buffer | undefined {
    const entry = this.entries.get(name);
    if (entry?.checksum !== checksum) return undefined;
    const code = this.read(this.codeStart + entry.offset, entry.length);
    return crc32(code) === entry.codeChecksum ? code : undefined;
  }

  close(): void {
    this.entries = new Map();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }

  /** Shorter than asked for when the file ends before. */
  private read(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    return bytes.subarray(0, readSync(this.descriptor!, bytes, 0, length, offset));
  }
}

/** In one step, so that nobody reads half of it. A folder that cannot be written costs time, nothing else. */
function write(file: string, scripts: ReadonlyMap<string, { checksum: number; script: Script }>): void {
  const entries = new Map<string, Entry>();
  const codes: Buffer[] = [];
  let offset = 0;
  for (const [name, { checksum, script }] of scripts) {
    const code = script.createCachedData();
    entries.set(name, { checksum, codeChecksum: crc32(code), offset, length: code.length });
    codes.push(code);
    offset += code.length;
  }
  const list = serialize(entries);
  const head = Buffer.alloc(HEAD_LENGTH);
  head.writeUInt32BE(crc32(list), 0);
  head.writeUInt32BE(list.length, 4);
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(own, Buffer.concat([head, list, ...codes]));
    renameSync(own, file);
  } catch {
    rmSync(own, { force: true });
  }
}

const folder = process.env.NODE_COMPILE_CACHE;
const [, program] = process.argv;
if (folder && program && isMainThread) keepCompiledCode(folder, program);
