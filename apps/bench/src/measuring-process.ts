import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

/** A process of its own, so that nothing else here delays what it measures. */
export class MeasuringProcess {
  private readonly child: ChildProcess;

  /** `name` is that of a compiled file beside this one, which answers each message with one. */
  constructor(name: string) {
    this.child = fork(join(__dirname, `${name}.js`));
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Answers what it answers; rejects where it ends instead. One question at a time. */
  ask<T>(question: object): Promise<T> {
    const { child } = this;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('A process that measures has ended'));
      child.once('exit', ended);
      child.once('message', (answer) => {
        child.off('exit', ended);
        resolve(answer as T);
      });
      child.send(question);
    });
  }

  stop(): void {
    this.child.kill();
  }
}
