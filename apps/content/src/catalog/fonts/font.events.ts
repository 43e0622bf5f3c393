import * as contracts from '@bindery/contracts';
import type { FontEntity } from './font.entity';

export const fontUpdated = (font: FontEntity, definition: contracts.FontDefinition) =>
  contracts.fontUpdated({ ...contentOf(font), payload: { font: font.id, definition } });

/** Gets the font as it was before; the deletion raises its version. */
export const fontDeleted = (font: FontEntity) =>
  contracts.fontDeleted({ ...contentOf(contracts.raiseVersion(font)), payload: { font: font.id } });

const contentOf = ({ id, organizationId, version }: FontEntity) => ({
  organization: organizationId,
  aggregate: id,
  version,
});
