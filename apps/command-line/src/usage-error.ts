/** The command line is wrong: shown with the help of the command, without a stack. */
export class UsageError extends Error {}
