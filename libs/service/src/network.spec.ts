import { networkOf } from './network';

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '20010db800010002'],
  ['2001:db8:1:2:ffff::1', '20010db800010002'],
  ['2001:db8:1:3::1', '20010db800010003'],
  ['nonsense', 'unknown'],
])('takes %s for the subscriber %s', (address, network) => expect(networkOf(address)).toBe(network));
