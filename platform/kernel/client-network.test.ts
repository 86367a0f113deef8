import { describe, expect, it } from 'vitest';
import { ipv4Neighbourhood, networksOf, sharedNetworks } from './client-network.ts';

const namesOf = (ip: string) => networksOf(ip).map(({ name }) => name);

describe('networksOf', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ])('counts %s as one IPv4 address', (ip, name) => {
    expect(networksOf(ip)).toEqual([{ name, times: 1 }]);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', ['2001:0db8:0001:0002/64', '2001:0db8:0001:00/56', '2001:0db8:0001/48']],
    ['2001:DB8:1:2::', ['2001:0db8:0001:0002/64', '2001:0db8:0001:00/56', '2001:0db8:0001/48']],
    ['[2001:db8:1:2::9]:443', ['2001:0db8:0001:0002/64', '2001:0db8:0001:00/56', '2001:0db8:0001/48']],
    ['2001:db8:1:ab02::9', ['2001:0db8:0001:ab02/64', '2001:0db8:0001:ab/56', '2001:0db8:0001/48']],
    ['2001:db8::1', ['2001:0db8:0000:0000/64', '2001:0db8:0000:00/56', '2001:0db8:0000/48']],
    ['fe80::1%eth0', ['fe80:0000:0000:0000/64', 'fe80:0000:0000:00/56', 'fe80:0000:0000/48']],
    ['64:ff9b::203.0.113.7', ['0064:ff9b:0000:0000/64', '0064:ff9b:0000:00/56', '0064:ff9b:0000/48']],
    ['::1', ['0000:0000:0000:0000/64', '0000:0000:0000:00/56', '0000:0000:0000/48']],
  ])('counts %s under three prefixes', (ip, names) => {
    expect(namesOf(ip)).toEqual(names);
  });

  it('gives wider networks larger budgets', () => {
    expect(networksOf('2001:db8::1').map(({ times }) => times)).toEqual([1, 4, 16]);
  });

  it.each([
    '',
    'unknown',
    '203.0.113',
    '203.0.113.256',
    '1:2:3',
    '1::2::3',
    '2001:db8::12345',
    ':::',
    '1:2:3:4:5:6:7:8:9',
  ])('counts %j, which is not an address, under its own text', (ip) => {
    expect(networksOf(ip)).toEqual([{ name: ip, times: 1 }]);
  });
});

it.each([
  ['203.0.113.7', '203.0.113.7', [1]],
  ['203.0.113.7', '::ffff:203.0.113.7', [1]],
  ['203.0.113.7', '203.0.113.8', []],
  ['2001:db8:1:2::1', '2001:db8:1:2::2', [1, 4, 16]],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', [4, 16]],
  ['2001:db8:1:2::1', '2001:db8:1:1002::1', [16]],
  ['2001:db8:1::1', '2001:db8:2::1', []],
  ['', '', []],
])('%s and %s share %j', (one, other, shared) => {
  expect(sharedNetworks(one, other)).toEqual(shared);
});

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['2001:0db8:0001:0002/64', '2001:0db8:0001:0002/64'],
  ['', ''],
])('finds the neighbourhood of %s', (name, neighbourhood) => {
  expect(ipv4Neighbourhood(name)).toBe(neighbourhood);
});
