export * from './libre-translator';
export * from './model-errors';
export * from './model-settings';
export * from './model-translator';
export * from './openai-model';
export * from './ports';
export * from './pseudo-translator';
