/** The job is not this worker's any more: it was cancelled, another has it, or this worker is stopping. */
export class JobLostError extends Error {
  constructor() {
    super('The job was cancelled or taken over');
    this.name = 'JobLostError';
  }
}

/** An error of the job's input: trying again would not help, and the message is for the one who asked. */
export class JobInputError extends Error {}
