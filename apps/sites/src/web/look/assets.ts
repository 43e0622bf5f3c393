import type { SiteAnswer, SiteCustomizationSettings } from '@bindery/contracts';
import { answers } from '../answers';
import { diagramScript, diagramScriptName } from './diagram-script';
import { script, scriptName } from './script';
import { searchScript, searchScriptName } from './search-script';
import { styleName, styleSheet } from './style';

const scripts = [
  { name: scriptName, text: script },
  { name: searchScriptName, text: searchScript },
  { name: diagramScriptName, text: diagramScript },
];

/** `~script.0123456789ab.js` -> `~script` */
const kindOf = (name: string): string | undefined => /^(~\w+)\.\w+\.(?:js|css)$/.exec(name)?.[1];

/** The style sheet or a script of a site; an older page may request it by its former name. */
export function assetNamed(name: string, look: SiteCustomizationSettings): SiteAnswer | undefined {
  const kind = kindOf(name);
  if (!kind) return undefined;
  if (kind === '~style') return answers.asset(styleSheet(look), 'text/css', name === styleName(look));
  const found = scripts.find((one) => kindOf(one.name) === kind);
  return found && answers.asset(found.text, 'text/javascript', name === found.name);
}
