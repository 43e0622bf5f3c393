export * as firstSteps from './smoke/steps';
