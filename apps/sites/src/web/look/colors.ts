type Rgb = [number, number, number];

function parse(hex: string): Rgb {
  const long = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit).join('') : hex.slice(1);
  return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as Rgb;
}

const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, as WCAG 2.2 defines it. */
function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(parse(one)), luminance(parse(other))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** The minimum contrast of text (WCAG 2.2, success criterion 1.4.3). */
export const readable = 4.5;

/** The color, or the nearest one towards black or white, that is readable as text on a background. */
export function readableOn(color: string, background: string): string {
  const goal: Rgb = luminance(parse(background)) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  const from = parse(color);
  for (let step = 0; step <= 20; step++) {
    const mixed = write(from.map((part, index) => part + ((goal[index]! - part) * step) / 20) as Rgb);
    if (contrast(mixed, background) >= readable) return mixed;
  }
  return write(goal);
}

/** A color mixed with a share of another one. */
export function mixed(color: string, other: string, share: number): string {
  const [a, b] = [parse(color), parse(other)];
  return write(a.map((part, index) => part + (b[index]! - part) * share) as Rgb);
}
