const root = document.documentElement.dataset.icons ?? '';

/** The address of a file in the gateway's folder of icons, such as `rocket.svg`. */
export const iconFile = (name: string): string => `${root}${encodeURIComponent(name)}`;

/** The picture of an icon, for the mask of an element. */
export const iconImage = (name: string): string => `url("${iconFile(`${name.trim()}.svg`)}")`;

/** An icon by its name in Font Awesome, as sites draw it, in the colour of the text around it. Screen readers pass over it. */
export function Icon({ name }: { name: string }) {
  return <span className="drawn-icon" aria-hidden="true" style={{ maskImage: iconImage(name) }} />;
}
