import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { isPublicAddress } from '../../src/network/public-address.ts';
import { addressList } from '../../src/process/address-list.ts';
import { manualClock } from '../support/clock.ts';
import { runs } from '../support/properties.ts';

const octet = fc.integer({ min: 0, max: 255 });
const hextet = fc.integer({ min: 0, max: 0xffff });
const ipv4 = fc.tuple(octet, octet, octet, octet).map((octets) => octets.join('.'));
const hex = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':');
const embedded = fc.tuple(hextet, hextet);

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
    runs(512),
  );
});

test('nothing outside 2000::/3 is public', () => {
  fc.assert(
    fc.property(fc.array(hextet, { minLength: 8, maxLength: 8 }), (parts) => {
      fc.pre(((parts[0] ?? 0) & 0xe000) !== 0x2000);
      assert.equal(isPublicAddress(hex(parts)), false);
    }),
    runs(512),
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
    runs(512),
  );
});

test('what is no address is not public', () => {
  fc.assert(
    fc.property(fc.string(), (text) => fc.pre(!/^[0-9a-fx.:]+$/i.test(text)) === undefined && isPublicAddress(text) === false),
    runs(512),
  );
});

test('a list of CIDRs matches its own family only', () => {
  const isListed = addressList(['10.0.0.0/8']);
  fc.assert(
    fc.property(ipv4, (address) => {
      assert.equal(isListed(address), address.startsWith('10.'));
      assert.equal(isListed(`::ffff:${address}`), false);
    }),
    runs(512),
  );
});

/**
 * The oracle: IANA's registries of special addresses and what we add to them, as plain numbers. It knows nothing of
 * ipaddr.js, whose classes the guard goes by.
 */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map((cidr) => {
  const [base = '', bits] = cidr.split('/');
  return range(
    base.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n),
    32 - Number(bits),
  );
});

const globalIpv6 = range(0x2000n << 112n, 125);
const specialIpv6 = [
  range(0x2001n << 112n, 105), // 2001::/23
  range(0x2001_0db8n << 96n, 96),
  range(0x2002n << 112n, 112),
  range(0x2620_004f_8000n << 80n, 80), // AS112
  range(0x3fffn << 112n, 108),
];

/** From an address that is a whole number on, two to the power of `bits` of them. */
function range(first: bigint, bits: number): { readonly first: bigint; readonly last: bigint } {
  return { first, last: first + (1n << BigInt(bits)) - 1n };
}

const isIn = (address: bigint, { first, last }: { first: bigint; last: bigint }): boolean => first <= address && address <= last;
const isPublicIpv4 = (address: bigint): boolean => !specialIpv4.some((special) => isIn(address, special));
const isPublicIpv6 = (address: bigint): boolean =>
  isIn(address, globalIpv6) &&
  !specialIpv6.some((special) => isIn(address, special)) &&
  ![0x5efen, 0x2005efen].includes((address >> 32n) & 0xffff_ffffn);

const ipv4Text = (address: bigint): string => [24n, 16n, 8n, 0n].map((shift) => (address >> shift) & 0xffn).join('.');
const ipv6Text = (address: bigint): string =>
  Array.from({ length: 8 }, (_, i) => ((address >> BigInt(112 - 16 * i)) & 0xffffn).toString(16)).join(':');

/** Anywhere, and on both sides of every border. */
const anywhere = (bits: number, ranges: readonly { first: bigint; last: bigint }[]): fc.Arbitrary<bigint> => {
  const max = (1n << BigInt(bits)) - 1n;
  const borders = ranges
    .flatMap(({ first, last }) => [first - 1n, first, first + 1n, last - 1n, last, last + 1n])
    .filter((a) => a >= 0n && a <= max);
  const inside = ranges.map(({ first, last }) => fc.bigInt({ min: first, max: last }));
  return fc.oneof(fc.bigInt({ min: 0n, max }), fc.constantFrom(...borders), ...inside);
};

test('IPv4 is public exactly where the registries say so', () => {
  fc.assert(
    fc.property(anywhere(32, specialIpv4), (address) => {
      assert.equal(isPublicAddress(ipv4Text(address)), isPublicIpv4(address), ipv4Text(address));
    }),
    runs(5_000),
  );
});

test('IPv6 is public exactly where the registries say so', () => {
  const isatap = fc
    .tuple(hextet, hextet, fc.constantFrom(0n, 0x200n))
    .map(([a, b, id]) => (0x2606_4700n << 96n) + (((id << 16n) + 0x5efen) << 32n) + BigInt(a * 0x10000 + b));
  fc.assert(
    fc.property(
      fc.oneof({ weight: 9, arbitrary: anywhere(128, [globalIpv6, ...specialIpv6]) }, { weight: 1, arbitrary: isatap }),
      (address) => {
        assert.equal(isPublicAddress(ipv6Text(address)), isPublicIpv6(address), ipv6Text(address));
      },
    ),
    runs(5_000),
  );
});

/** The spellings of one IPv4 address that URL parsers take: any part in any base, the last parts run together. */
const spelled = (address: bigint): fc.Arbitrary<string> =>
  fc
    .tuple(fc.integer({ min: 1, max: 4 }), fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 }), fc.constantFrom('', '.'))
    .map(([parts, bases, end]) => {
      const heads = Array.from({ length: parts - 1 }, (_, i) => (address >> BigInt(24 - 8 * i)) & 0xffn);
      const tail = address & ((1n << BigInt(8 * (5 - parts))) - 1n);
      const digits = (part: bigint, base = 10): string =>
        base === 16 ? `0x${part.toString(16)}` : base === 8 ? `0${part.toString(8)}` : part.toString();
      return [...heads, tail].map((part, i) => digits(part, bases[i])).join('.') + end;
    });

test('however an IPv4 address is spelled, it is judged as what it is', async () => {
  const guard = new AddressGuard({ allowedPrivate: [], clock: manualClock(), connectTimeoutMs: 1_000 });
  await fc.assert(
    fc.asyncProperty(
      anywhere(32, specialIpv4).chain((address) => fc.tuple(fc.constant(address), spelled(address))),
      async ([address, host]) => {
        assert.equal(await guard.judge(new URL(`https://${host}/`)), isPublicIpv4(address) ? 'public' : 'private_address', host);
      },
    ),
    runs(2_000),
  );
});
