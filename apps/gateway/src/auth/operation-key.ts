/** Metadata of handlers of operations: the operation's name. */
export const operationKey = 'bindery:operation';
