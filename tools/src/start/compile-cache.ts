import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import Module from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { constants, Script } from 'node:vm';

/** The functions around the text of a CommonJS module, as Node has them. */
const { wrap, wrapper } = Module as unknown as { wrap(content: string): string; wrapper: [string, string] };

/** Scripts that are told apart in one turn of the event loop: all of them take half a second. */
const scriptsAtOnce = 20;

/** What V8 compiled of the modules of one program, by their content. What is in its file is not kept in memory. */
export class CompileCache {
  private readonly known: Map<string, Buffer>;
  private readonly used = new Set<string>();
  /** The modules that were not known. */
  private readonly scripts = new Map<string, Script>();

  constructor(private readonly file: string) {
    this.known = read(file);
  }

  /** The compiled module; undefined for one that is no CommonJS. */
  compile(content: string, filename: string): Script | undefined {
    const key = createHash('sha1').update(content).digest('base64');
    const cachedData = this.known.get(key);
    this.known.delete(key);
    try {
      const script = new Script(wrap(content), {
        filename,
        cachedData,
        columnOffset: -wrapper[0].length,
        importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      });
      if (cachedData && !script.cachedDataRejected) this.used.add(key);
      else if (!this.used.has(key)) this.scripts.set(key, script);
      return script;
    } catch {
      return undefined;
    }
  }

  /** Writes down what was compiled, with what has been called of it by now, unless all of it was known. */
  async save(): Promise<void> {
    this.known.clear();
    if (this.scripts.size === 0) return;
    const compiled = new Map([...read(this.file)].filter(([key]) => this.used.has(key)));
    let count = 0;
    for (const [key, script] of this.scripts) {
      if (count++ % scriptsAtOnce === 0) await turn();
      compiled.set(key, script.createCachedData());
    }
    this.scripts.clear();
    const partial = `${this.file}.${process.pid}`;
    await writeFile(partial, serialize(compiled));
    await rename(partial, this.file);
  }
}

function read(file: string): Map<string, Buffer> {
  try {
    return deserialize(readFileSync(file)) as Map<string, Buffer>;
  } catch {
    return new Map();
  }
}
