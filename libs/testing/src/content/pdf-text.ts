import { inflateSync } from 'node:zlib';

/** The text of each page of a PDF as a reader extracts it: glyphs are named by the font's map to Unicode. */
export function textOfPdf(bytes: Buffer): string[] {
  const objects = new Map<string, string>();
  const source = bytes.toString('latin1');
  for (const [, id = '', body = ''] of source.matchAll(/(\d+) 0 obj\n([^]*?)\nendobj/g)) objects.set(id, body);
  const streamOf = (id: string): string => {
    const body = objects.get(id) ?? '';
    const stream = /stream\n([^]*?)\nendstream/.exec(body)?.[1] ?? '';
    return body.includes('/FlateDecode') ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : stream;
  };
  const references = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1];
  const unicode = (font: string): string[] => {
    const map = streamOf(references(objects.get(font) ?? '', 'ToUnicode') ?? '');
    const characters: string[] = [];
    for (const [, first = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
      const from = parseInt(first, 16);
      [...list.matchAll(/<([^>]*)>/g)].forEach(([, hex = ''], index) => {
        const units = Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16();
        characters[from + index] = units.toString('utf16le');
      });
    }
    return characters;
  };
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => {
      const resources = objects.get(references(body, 'Resources') ?? '') ?? body;
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, unicode(id)]),
      );
      let font: string[] = [];
      let text = '';
      const operators = /\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|(ET)/g;
      for (const [, name, shown, end] of streamOf(references(body, 'Contents') ?? '').matchAll(operators)) {
        if (name) font = fonts.get(name) ?? [];
        if (end) text += '\n';
        for (const [, hex = ''] of (shown ?? '').matchAll(/<([^>]*)>/g))
          for (let at = 0; at < hex.length; at += 4) text += font[parseInt(hex.slice(at, at + 4), 16)] ?? '�';
      }
      return text;
    });
}
