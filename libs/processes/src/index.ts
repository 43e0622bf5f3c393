export * from './give-way';
