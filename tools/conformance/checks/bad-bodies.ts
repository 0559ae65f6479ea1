/** Bodies that are not JSON, keyed by their fault. */
export const badJson: Readonly<Record<string, string | Buffer>> = {
  nothing: Buffer.alloc(0),
  'a space': ' ',
  'a word': 'hello',
  'a truncated object': '{"name": "x"',
  'a truncated string': '{"name": "x',
  'single quotes': "{'name': 'x'}",
  'a trailing comma': '{"name": "x",}',
  'a comment': '{/* */}',
  'a bare name': '{name: "x"}',
  'two values': '{}{}',
  NaN: '{"name": NaN}',
  Infinity: '{"name": -Infinity}',
  'a leading zero': '{"name": 01}',
  'a hexadecimal number': '{"name": 0x10}',
  'a raw line break in a string': '{"name": "a\nb"}',
  'a bad escape': '{"name": "\\x41"}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  'UTF-16': Buffer.from('{"name": "x"}', 'utf16le'),
  'an array': '[]',
  'a string': '"text"',
  'a number': '1',
  null: 'null',
  true: 'true',
  'brackets without end': '['.repeat(50_000),
  'a hundred thousand levels': `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
};

/** JSON values outside the permitted text and numbers, written as they appear in a body. */
export const badText: Readonly<Record<string, string>> = {
  'U+0000': '"a\\u0000b"',
  'half a surrogate pair': '"a\\ud800b"',
  'the other half': '"a\\udc00b"',
  'a pair the wrong way round': '"\\udc00\\ud800"',
  'a number beyond a double': '1e400',
  'a number below one': '-1e400',
};

export const foreignMediaTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
];

export const goodMediaTypes = ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON'];
