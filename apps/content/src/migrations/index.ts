import { JobsTable1700000000500 } from '@bindery/jobs';
import { Content1700000002000 } from './1700000002000-content';
import { Search1700000003000 } from './1700000003000-search';
import { Collections1700000006000 } from './1700000006000-collections';
import { AccessLists1700000010000 } from './1700000010000-access-lists';
import { Sweep1700000010100 } from './1700000010100-sweep';
import { PendingAccess1700000010200 } from './1700000010200-pending-access';
import { Paths1700000010300 } from './1700000010300-paths';
import { Branches1700000011000 } from './1700000011000-branches';
import { Links1700000013000 } from './1700000013000-links';
import { GitSync1700000013100 } from './1700000013100-git-sync';
import { BelowCollections1700000015000 } from './1700000015000-below-collections';
import { OpenApi1700000020000 } from './1700000020000-openapi';
import { SearchWords1700000021000 } from './1700000021000-search-words';
import { GitProposal1700000030000 } from './1700000030000-git-proposal';
import { OpenApiSearch1700000034000 } from './1700000034000-openapi-search';
import { ConditionalDocuments1700000037000 } from './1700000037000-conditional-documents';
import { SearchedConditions1700000039000 } from './1700000039000-searched-conditions';
import { StoredContent1700000040000 } from './1700000040000-stored-content';
import { SearchedIntegrations1700000042000 } from './1700000042000-searched-integrations';
import { ShortChunks1700000043000 } from './1700000043000-short-chunks';
import { Fonts1700000061000 } from './1700000061000-fonts';
import { RankedSearch1700000062100 } from './1700000062100-ranked-search';
import { ShownCandidates1700000075000 } from './1700000075000-shown-candidates';
import { CheaperDocuments1700000077000 } from './1700000077000-cheaper-documents';
import { PlacedTexts1700000078000 } from './1700000078000-placed-texts';
import { SearchedNotes1700000080000 } from './1700000080000-searched-notes';
import { HiddenPagesOfSpaces1700000081000 } from './1700000081000-hidden-pages-of-spaces';
import { TurkishWords1700000082000 } from './1700000082000-turkish-words';
import { OutdatedDocuments1700000083000 } from './1700000083000-outdated-documents';
import { CurrentDocuments1700000083001 } from './1700000083001-current-documents';
import { RepeatedDocuments1700000083002 } from './1700000083002-repeated-documents';

/** In the order in which they run. */
export const migrations = [
  JobsTable1700000000500,
  Content1700000002000,
  Search1700000003000,
  Collections1700000006000,
  AccessLists1700000010000,
  Sweep1700000010100,
  PendingAccess1700000010200,
  Paths1700000010300,
  Branches1700000011000,
  Links1700000013000,
  GitSync1700000013100,
  BelowCollections1700000015000,
  OpenApi1700000020000,
  SearchWords1700000021000,
  GitProposal1700000030000,
  OpenApiSearch1700000034000,
  ConditionalDocuments1700000037000,
  SearchedConditions1700000039000,
  StoredContent1700000040000,
  SearchedIntegrations1700000042000,
  ShortChunks1700000043000,
  Fonts1700000061000,
  RankedSearch1700000062100,
  ShownCandidates1700000075000,
  CheaperDocuments1700000077000,
  PlacedTexts1700000078000,
  SearchedNotes1700000080000,
  HiddenPagesOfSpaces1700000081000,
  TurkishWords1700000082000,
  OutdatedDocuments1700000083000,
  CurrentDocuments1700000083001,
  RepeatedDocuments1700000083002,
];
