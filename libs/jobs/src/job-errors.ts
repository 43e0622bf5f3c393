/** The job is not this worker's any more: it was cancelled, another has it, or this worker is stopping. */
export class JobLostError extends Error {
  constructor() {
    super('The job was cancelled or taken over');
    this.name = 'JobLostError';
  }
}

/** An error of the job's input: a retry would not help, and the message is for the user who requested the job. */
export class JobInputError extends Error {}
