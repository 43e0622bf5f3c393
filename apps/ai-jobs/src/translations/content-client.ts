import { Injectable } from '@nestjs/common';
import {
  ifNotFound,
  translationContent as contract,
  type PutTranslatedSpace,
  type TranslatedSpace,
  type TranslationSourceContent,
} from '@bindery/contracts';
import type { Document } from '@bindery/documents';
import { RpcClient } from '@bindery/messaging';
import { jobOf } from '../organization-access';
import type { TranslationRow } from './translation.rows';

type TranslationOwner = Pick<TranslationRow, 'organizationId' | 'createdBy'>;

/** The calls of translations to content, as the users who made them. */
@Injectable()
export class TranslationContentClient {
  constructor(private readonly rpc: RpcClient) {}

  /** Undefined when the space is gone. */
  source(translation: TranslationRow): Promise<TranslationSourceContent | undefined> {
    const body = { organization: translation.organizationId, space: translation.sourceSpace };
    return this.rpc.call(contract.getTranslationSource, { principal: by(translation), body }).catch(ifNotFound);
  }

  async documents(translation: TranslationOwner, hashes: string[]): Promise<Map<string, Document>> {
    if (hashes.length === 0) return new Map();
    const body = { organization: translation.organizationId, hashes };
    const { documents } = await this.rpc.call(contract.findTranslationDocuments, { principal: by(translation), body });
    return new Map(documents.map(({ hash, document }) => [hash, document]));
  }

  /** Answers the hash under which the document is stored. */
  async store(translation: TranslationOwner, document: Document): Promise<string> {
    const body = { organization: translation.organizationId, document };
    return (await this.rpc.call(contract.storeTranslationDocument, { principal: by(translation), body })).hash;
  }

  /** Undefined when the source or the translated space is gone. */
  put(
    translation: TranslationOwner,
    space: Omit<PutTranslatedSpace, 'organization' | 'user'>,
  ): Promise<TranslatedSpace | undefined> {
    const body = { ...space, organization: translation.organizationId, user: translation.createdBy };
    return this.rpc.call(contract.putTranslatedSpace, { principal: by(translation), body }).catch(ifNotFound);
  }
}

const by = ({ organizationId, createdBy }: TranslationOwner) => jobOf(organizationId, createdBy);
