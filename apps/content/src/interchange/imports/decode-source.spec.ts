import { encode } from 'iconv-lite';
import { decodeSource, UndecodableError } from './decode-source';

const japanese = '# 設定\n\nこれは設定のページです。\n';
const russian = '# Настройки\n\nЭто страница настроек.\n';

describe('decodeSource', () => {
  it.each([
    ['windows-1252', 'ISO-8859-1', '# Überblick\n\nDie Größe der Häuser ist für die Straße schön.\n'],
    ['windows-1252', 'windows-1252', '# Café\n\nText that matters.\n'],
    ['windows-1252', 'windows-1252', '# é\n'],
    ['Shift_JIS', 'Shift_JIS', japanese],
    ['EUC-JP', 'EUC-JP', japanese],
    ['GB18030', 'GB18030', '# 设置\n\n这是一个设置页面，用于配置。\n'],
    ['Big5', 'Big5', '# 設定\n\n這是一個設定頁面，用於配置。\n'],
    ['EUC-KR', 'EUC-KR', '# 설정\n\n이것은 설정 페이지입니다.\n'],
    ['KOI8-R', 'KOI8-R', russian],
    ['windows-1251', 'windows-1251', russian],
    ['ISO-8859-5', 'ISO-8859-5', russian],
    ['ISO-8859-9', 'ISO-8859-9', '# Ayarlar\n\nBu bir ayar sayfasıdır, güneş ışığı.\n'],
    ['UTF-16LE', 'UTF-16LE', '# Head\n\ntext\n'],
    ['UTF-16BE', 'UTF-16BE', '# Head\n\ntext\n'],
  ])('tells %s from the bytes', (encoding, written, text) => {
    expect(decodeSource(encode(text, written))).toEqual({ text, encoding });
  });

  it.each(['UTF-16LE', 'UTF-16BE', 'UTF-32LE', 'UTF-32BE'])('takes the word of a byte order mark in %s', (encoding) => {
    expect(decodeSource(encode(`\uFEFF${japanese}`, encoding))).toEqual({ text: japanese, encoding });
  });

  it('reads what switches by escape sequences', () => {
    const bytes = Buffer.from('# \u001b$B@_Dj\u001b(B\n\n\u001b$B$3$l$O@_Dj$N%Z!<%8$G$9\u001b(B\n', 'latin1');
    expect(decodeSource(bytes)).toEqual({ text: '# 設定\n\nこれは設定のページです\n', encoding: 'ISO-2022-JP' });
  });

  it.each(['', 'plain\n', '\uFEFF# Ü\r\n', '😀\n'])('leaves UTF-8 as it is: %j', (text) => {
    expect(decodeSource(Buffer.from(text))).toEqual({ text });
  });

  it.each([
    ['a NUL character', Buffer.from('a\0b')],
    ['half of a UTF-16 character', Buffer.from([0xff, 0xfe, 0x80])],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452000001f4000001f408060000', 'hex')],
    ['noise', Buffer.from(Array.from({ length: 500 }, (_, n) => (n * 7919 + ((n * n) % 251)) % 256))],
    ['UTF-8 that ends in the middle of a character', Buffer.from('# Ü ü ä 設定設定設定設').subarray(0, -1)],
  ])('refuses %s', (_, bytes) => {
    expect(() => decodeSource(bytes)).toThrow(UndecodableError);
  });
});
