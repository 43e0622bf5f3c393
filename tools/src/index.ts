export * as firstSteps from './smoke/steps';
export { copyFiles } from './smoke/checkout-copy';
