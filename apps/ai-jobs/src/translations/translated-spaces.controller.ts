import { Controller } from '@nestjs/common';
import { translatedSpaces as contract, type RequestOf } from '@bindery/contracts';
import { Handles } from '@bindery/messaging';
import { TranslationRepository } from './translation.repository';

/** Where translations are, for content that shows them. */
@Controller()
export class TranslatedSpacesController {
  constructor(private readonly translations: TranslationRepository) {}

  @Handles(contract.listTranslatedSpaces)
  async spaces({ body }: RequestOf<typeof contract.listTranslatedSpaces>) {
    return { spaces: await this.translations.results(body.organization, body.translations) };
  }
}
