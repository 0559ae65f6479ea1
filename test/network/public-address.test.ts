import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressList, isPublicAddress } from '../../src/network/public-address.ts';

const octet = fc.integer({ min: 0, max: 255 });
const hextet = fc.integer({ min: 0, max: 0xffff });
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const hex = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':');
const embedded = fc.tuple(hextet, hextet);
const runs = { numRuns: 512 };

test('no form of IPv4 inside IPv6 is public, whatever it holds', () => {
  fc.assert(
    fc.property(embedded, fc.array(hextet, { minLength: 5, maxLength: 5 }), ([a, b], tail) => {
      assert.equal(isPublicAddress(`::ffff:${hex([a, b])}`), false, 'mapped');
      assert.equal(isPublicAddress(`::${hex([a, b])}`), false, 'compatible');
      assert.equal(isPublicAddress(`::ffff:0:${hex([a, b])}`), false, 'SIIT');
      assert.equal(isPublicAddress(`64:ff9b::${hex([a, b])}`), false, 'NAT64');
      assert.equal(isPublicAddress(`2002:${hex([a, b, ...tail])}`), false, '6to4');
      assert.equal(isPublicAddress(`2001:0:${hex([a, ...tail])}`), false, 'Teredo');
      assert.equal(isPublicAddress(`2606:4700:0:0:0:5efe:${hex([a, b])}`), false, 'ISATAP');
      assert.equal(isPublicAddress(`2606:4700:0:0:200:5efe:${hex([a, b])}`), false, 'ISATAP, global');
    }),
    runs,
  );
});

test('nothing outside 2000::/3 is public', () => {
  fc.assert(
    fc.property(fc.array(hextet, { minLength: 8, maxLength: 8 }), (parts) => {
      fc.pre(((parts[0] ?? 0) & 0xe000) !== 0x2000);
      assert.equal(isPublicAddress(hex(parts)), false);
    }),
    runs,
  );
});

test('no private, shared, loopback, link-local, multicast or reserved IPv4 is public', () => {
  fc.assert(
    fc.property(octet, octet, octet, (a, b, c) => {
      for (const address of [
        `10.${a}.${b}.${c}`,
        `127.${a}.${b}.${c}`,
        `0.${a}.${b}.${c}`,
        `100.${64 + (a % 64)}.${b}.${c}`,
        `169.254.${a}.${b}`,
        `172.${16 + (a % 16)}.${b}.${c}`,
        `192.168.${a}.${b}`,
        `198.${18 + (a % 2)}.${b}.${c}`,
        `${224 + (a % 32)}.${b}.${c}.${a}`,
      ]) {
        assert.equal(isPublicAddress(address), false, address);
      }
    }),
    runs,
  );
});

test('what is no address is not public', () => {
  fc.assert(
    fc.property(fc.string(), (text) => fc.pre(!/^[0-9a-fx.:]+$/i.test(text)) === undefined && isPublicAddress(text) === false),
    runs,
  );
});

test('a list of CIDRs matches its own family only', () => {
  const isListed = addressList(['10.0.0.0/8']);
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(isListed(address), address.startsWith('10.'));
      assert.equal(isListed(`::ffff:${address}`), false);
    }),
    runs,
  );
});
