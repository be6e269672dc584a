import { expect, test } from 'vitest'
import { clientIp } from './client-ip.ts'

const proxies = ['10.0.0.0/8', '127.0.0.1/32', '2001:db8:ffff::/48']

test.each<[string, string | undefined, string | undefined, string[], string]>([
  ['the socket is the client', '203.0.113.7', undefined, [], '203.0.113.7'],
  ['nobody is trusted by default', '203.0.113.7', '1.2.3.4', [], '203.0.113.7'],
  ['a stranger may not say who it is', '203.0.113.7', '1.2.3.4', proxies, '203.0.113.7'],
  ['a trusted proxy may', '10.1.2.3', '203.0.113.7', proxies, '203.0.113.7'],
  ['what the client put in front is not believed', '10.1.2.3', '1.2.3.4, 203.0.113.7', proxies, '203.0.113.7'],
  ['through two trusted proxies', '127.0.0.1', '1.2.3.4, 203.0.113.7, 10.9.9.9', proxies, '203.0.113.7'],
  ['all of them trusted', '127.0.0.1', '10.0.0.1, 10.0.0.2', proxies, '10.0.0.1'],
  ['an unreadable entry ends the walk', '127.0.0.1', '203.0.113.7, unknown, 10.0.0.2', proxies, '10.0.0.2'],
  ['an empty header', '127.0.0.1', '', proxies, '127.0.0.1'],
  ['commas alone', '127.0.0.1', ',,,', proxies, '127.0.0.1'],
  ['an IPv4 address in IPv6 is that IPv4 address', '::ffff:203.0.113.7', undefined, [], '203.0.113.7'],
  ['a trusted proxy in the same clothes', '::ffff:10.1.2.3', '203.0.113.7', proxies, '203.0.113.7'],
  ['a port after the address', '127.0.0.1', '203.0.113.7:4711', proxies, '203.0.113.7'],
  ['a port after an IPv6 address', '127.0.0.1', '[2001:db8:1:2::9]:4711', proxies, '2001:db8:1:2::/64'],
  ['one bucket for a /64', '2001:db8:1:2:3:4:5:6', undefined, [], '2001:db8:1:2::/64'],
  ['the next /64 is another', '2001:db8:1:3:3:4:5:6', undefined, [], '2001:db8:1:3::/64'],
  ['a trusted IPv6 proxy', '2001:db8:ffff::1', '203.0.113.7', proxies, '203.0.113.7'],
  ['a zone', 'fe80::1%eth0', undefined, [], 'fe80:0:0:0::/64'],
  ['no address', undefined, '1.2.3.4', proxies, 'unknown'],
  ['nonsense', 'localhost', '1.2.3.4', proxies, 'unknown'],
])('%s', (_name, remote, forwarded, trusted, expected) => {
  expect(clientIp(remote, forwarded, trusted)).toBe(expected)
})
