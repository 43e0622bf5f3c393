export { BatchLoader, type Load } from './batch-loader';
export { CoalescedQuery } from './coalesced-query';
export { SingleFlight } from './single-flight';
