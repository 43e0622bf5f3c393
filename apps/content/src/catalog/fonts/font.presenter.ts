import { fontPermissions, type Level } from '@bindery/authorization';
import type { CustomFont, FontDefinition } from '@bindery/contracts';
import { withVersion } from '@bindery/messaging';
import { presentFile, type FileContext } from '../../storage/files/file-entry';
import type { FontEntity, StoredFace } from './font.entity';

type Context = Pick<FileContext, 'publicUrl' | 'secret'>;

/** A font in the form that customizations of sites store. */
export function fontDefinition({ id, organizationId, family, faces }: FontEntity, context: Context): FontDefinition {
  const sourceOf = ({ weight, format, sha256, size }: StoredFace) => {
    const file = { name: `${id}-${weight}.${format}`, contentType: `font/${format}`, size, sha256 };
    const { downloadURL } = presentFile(id, file, { ...context, organization: organizationId, metadata: false });
    return { url: downloadURL, format };
  };
  return {
    id,
    custom: true,
    fontFamily: family,
    fontFaces: faces.map((face) => ({ weight: face.weight, sources: [sourceOf(face)] })),
  };
}

/** A font as a caller with that role in the organization sees it. */
export const presentFont = (font: FontEntity, role: Level, context: Context): CustomFont =>
  withVersion({ ...fontDefinition(font, context), permissions: { edit: fontPermissions(role).edit } }, font.version);
