import { Globe, Moon, Search, Sun } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { Button } from '../../../ui/button';
import { Icon } from '../../../ui/icon';
import { emojiCharacter } from '../../spaces/emoji';
import type { StructureNode } from '../structure/structure-nodes';
import { fontFamilies, monospaceFamilies } from './fonts';
import { familyOf, previewStyle, type Shade } from './preview-style';
import type { Customization } from './use-customization';
import { usePreviewFont } from './use-preview-font';

interface SitePreviewProps {
  customization: Customization;
  title: string;
  nodes: readonly StructureNode[];
}

/** A page as readers will see it, drawn anew with each change before anything is saved. */
export function SitePreview({ customization, title, nodes }: SitePreviewProps) {
  const [shade, setShade] = useState<Shade>(customization.themes.default === 'dark' ? 'dark' : 'light');
  const { font } = customization.styling;
  const ownFile = typeof font === 'string' ? undefined : font.fontFaces[0]?.sources[0]?.url;
  usePreviewFont(familyOf(fontFamilies, font), ownFile);
  usePreviewFont(familyOf(monospaceFamilies, customization.styling.monospaceFont));
  const name = customization.title || title;
  const ShadeIcon = shade === 'light' ? Moon : Sun;
  return (
    <aside className="customization-preview" aria-label="Preview">
      <div className="row">
        <h2>Preview</h2>
        <Button small onClick={() => setShade(shade === 'light' ? 'dark' : 'light')}>
          <ShadeIcon aria-hidden="true" /> {shade === 'light' ? 'Show it dark' : 'Show it light'}
        </Button>
      </div>
      <BrowserTab favicon={customization.favicon} name={name} shade={shade} />
      <div className={`site-preview ${shade}`} style={previewStyle(customization, shade) as CSSProperties}>
        {customization.announcement?.enabled && (
          <div className={`preview-announcement ${customization.announcement.style}`}>
            {customization.announcement.message}
          </div>
        )}
        {customization.header.preset !== 'none' && <Header customization={customization} name={name} shade={shade} />}
        <div className="preview-body">
          <ul className={`preview-navigation ${customization.styling.sidebar.list}`}>
            {(nodes.length > 0 ? nodes.slice(0, 6).map((node) => node.title) : [name]).map((label, index) => (
              <li key={label} className={index === 0 ? 'current' : undefined}>
                {label}
              </li>
            ))}
          </ul>
          <Sample />
        </div>
        <Footer customization={customization} shade={shade} />
      </div>
    </aside>
  );
}

/** The tab of a browser that has the site open, which shows its icon. */
function BrowserTab({ favicon, name, shade }: { favicon: Customization['favicon']; name: string; shade: Shade }) {
  const character = favicon.emoji && (emojiCharacter(favicon.emoji) ?? favicon.emoji);
  return (
    <div className="preview-tab">
      {favicon.icon && <img src={favicon.icon[shade]} alt="" />}
      {!favicon.icon &&
        (character ? <span aria-hidden="true">{character}</span> : <Globe size={14} aria-hidden="true" />)}
      <span>{name}</span>
    </div>
  );
}

function Header({ customization, name, shade }: { customization: Customization; name: string; shade: Shade }) {
  const { logo, links } = customization.header;
  return (
    <div className={`preview-header ${customization.header.preset}`}>
      {logo ? <img src={logo[shade]} alt={`Logo of ${name}`} /> : <strong>{name}</strong>}
      <span className="preview-links">
        {links.map(({ title, style }, index) => (
          <span key={index} className={style?.startsWith('button') ? `preview-button ${style}` : undefined}>
            {title}
          </span>
        ))}
      </span>
      <span className={`preview-search ${customization.styling.search}`}>
        <Search size={14} aria-hidden="true" /> Search
      </span>
    </div>
  );
}

function Sample() {
  return (
    <div className="preview-page">
      <p className="preview-title">Getting started</p>
      <p>
        This is how a page reads: its text, <span className="preview-link">a link</span>, and <code>code</code>.
      </p>
      <p className="preview-hint">
        <Icon name="circle-info" /> A hint stands out from the text around it.
      </p>
      <span className="preview-button button-primary">Continue</span>
    </div>
  );
}

function Footer({ customization: { footer }, shade }: { customization: Customization; shade: Shade }) {
  if (footer.groups.length === 0 && !footer.copyright && !footer.logo) return null;
  return (
    <div className="preview-footer">
      {footer.groups.map((group, index) => (
        <div key={index}>
          <strong>{group.title}</strong>
          {group.links.map(({ title }, at) => (
            <div key={at}>{title}</div>
          ))}
        </div>
      ))}
      {footer.logo && <img src={footer.logo[shade]} alt="Logo in the footer" />}
      {footer.copyright && <p>{footer.copyright}</p>}
    </div>
  );
}
