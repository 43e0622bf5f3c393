import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { fontFormats, invalid, largestFont, type FontFormat } from '@bindery/contracts';
import { Storage } from '@bindery/storage';
import { FileStore } from '../../storage/files/file-store';
import { uploadedSize } from '../../storage/files/uploads';
import type { StoredFace } from './font.entity';

/** The first bytes of a file of each format (WOFF 1.0, section 3; WOFF 2.0, section 4). */
const signatures: Record<FontFormat, string> = { woff2: 'wOF2', woff: 'wOFF' };

/** Checks and stores uploaded font files. */
@Injectable()
export class UploadedFonts {
  constructor(
    private readonly storage: Storage,
    private readonly files: FileStore,
  ) {}

  /** Stores an uploaded file for the organization; `field` names it in errors. Throws 400 for a file that is no font. */
  async take(organization: string, weight: number, key: string, field: string): Promise<StoredFace> {
    const size = await uploadedSize(this.storage, organization, key);
    if (size === undefined) throw invalid(field, 'storageKey must be the key of an uploaded file');
    if (size > largestFont) throw invalid(field, `storageKey must name a file of at most ${largestFont} bytes`);
    const stored = await this.storage.get(key);
    if (!stored) throw invalid(field, 'storageKey must be the key of an uploaded file');
    const bytes = await buffer(stored.stream);
    const format = formatOf(bytes);
    if (!format) throw invalid(field, 'storageKey must name a font in WOFF2 or WOFF');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await this.files.put(organization, sha256, bytes, `font/${format}`);
    return { weight, sha256, format, size };
  }
}

/** The format of a complete file: both formats have their length at byte 8. */
function formatOf(bytes: Buffer): FontFormat | undefined {
  const isWhole = bytes.length >= 44 && bytes.readUInt32BE(8) === bytes.length;
  const signature = bytes.toString('latin1', 0, 4);
  return isWhole ? fontFormats.find((format) => signatures[format] === signature) : undefined;
}
