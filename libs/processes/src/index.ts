export * from './give-way';
export * from './is-alive';
