import { Inject, Injectable } from '@nestjs/common';
import type { ServiceConfig } from '@bindery/config';
import type { AnswerFormat, AskSite, FoundPassage, Principal, SearchAIAnswer } from '@bindery/contracts';
import { RpcClient } from '@bindery/messaging';
import { CONFIG } from '@bindery/service';
import type { Claims } from '../audience/claims';
import { AskedQuestions } from '../insights/asked-questions';
import { SiteAddresses, siteSpacePath, type SiteLocation } from '../model/site-addresses';
import type { SiteEntity } from '../model/site.entity';
import type { Structure } from '../model/structure';
import { answerFromPassages } from './answer-from-passages';

/** A site as seen by a reader with a question. */
interface AskedSite {
  site: SiteEntity & SiteLocation;
  structure: Structure;
  /** The principal for content requests. */
  as: Principal;
  claims: Claims;
}

interface SiteQuestion extends AskSite {
  spaces: string[];
  format: AnswerFormat;
}

/** Answers questions from the content of a site that a reader sees. */
@Injectable()
export class SiteAnswers {
  private readonly addresses: SiteAddresses;

  constructor(
    private readonly rpc: RpcClient,
    private readonly asked: AskedQuestions,
    @Inject(CONFIG) config: ServiceConfig,
  ) {
    this.addresses = new SiteAddresses(config.PUBLIC_URL);
  }

  async answer(site: AskedSite, { question, spaces, format, ...asked }: SiteQuestion): Promise<SearchAIAnswer> {
    const organization = site.site.organizationId;
    const sought = { organization, spaces, question, format };
    const { answer } = await answerFromPassages(this.rpc, site.as, sought, (passage) => this.urlOf(site, passage));
    await this.asked.note(site, { question, ...asked }, answer);
    return answer;
  }

  /** The address of a passage: on the site once it is published, in the app before. */
  private urlOf({ site, structure }: AskedSite, { space, path, anchor, app }: FoundPassage): string {
    const siteSpace = structure.siteSpaces().find(({ spaceId }) => spaceId === space);
    if (!siteSpace || !site.published) return app;
    const fragment = anchor ? `#${encodeURIComponent(anchor)}` : '';
    return this.addresses.published(site) + encodeURI(siteSpacePath(structure, siteSpace) + path) + fragment;
  }
}
