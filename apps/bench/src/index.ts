export { chromiumArguments, chromiumPath } from './chromium';
export { hostileScripts } from './hostile-scripts';
export { percentile } from './percentile';
export { BenchPlatform } from './platform';
