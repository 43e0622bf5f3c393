import * as contracts from '@bindery/contracts';
import type { FontEntity } from './font.entity';

type FontRow = Pick<FontEntity, 'id' | 'organizationId' | 'version'>;

export const fontUpdated = (font: FontRow, definition: contracts.FontDefinition) =>
  contracts.fontUpdated({ ...contentOf(font), payload: { font: font.id, definition } });

/** Gets the font as it was before; the deletion raises its version. */
export const fontDeleted = (font: FontRow) =>
  contracts.fontDeleted({ ...contentOf(contracts.raiseVersion(font)), payload: { font: font.id } });

const contentOf = ({ id, organizationId, version }: FontRow) => ({
  organization: organizationId,
  aggregate: id,
  version,
});
