/** A model did not do what it was asked; the message is for the one who asked. */
export class ModelError extends Error {
  constructor(
    message: string,
    /** Whether asking again later may help. */
    readonly transient: boolean,
  ) {
    super(message);
    this.name = 'ModelError';
  }
}
