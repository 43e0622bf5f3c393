/** The worker has lost the job: it was cancelled, another worker has it, or this worker stops. */
export class JobLostError extends Error {
  constructor() {
    super('The job was cancelled or taken over');
    this.name = 'JobLostError';
  }
}

/** An error of the job's input: a retry would not help, and the message is for the user who requested the job. */
export class JobInputError extends Error {}
