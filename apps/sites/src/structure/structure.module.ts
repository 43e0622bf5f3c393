import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { ModelModule } from '../model/model.module';
import { AddToStructure } from './add-to-structure';
import { DuplicateSpace } from './duplicate-space';
import { DuplicationRepository } from './duplication.repository';
import { ExternalLinksController } from './external-links.controller';
import { FinishDuplications } from './finish-duplications';
import { GroupSections } from './group-sections';
import { LinkedSpaces } from './linked-spaces';
import { MoveSiteSpace } from './move-site-space';
import { SectionGroupsController } from './section-groups.controller';
import { SectionsController } from './sections.controller';
import { SiteSpacesController } from './site-spaces.controller';
import { SpacesConsumer } from './spaces.consumer';
import { StructureController } from './structure.controller';
import { StructurePresenter } from './structure.presenter';

/** Operations on sections, groups and the spaces of a site. */
@Module({
  imports: [ModelModule, AudienceModule],
  controllers: [
    StructureController,
    SectionsController,
    SiteSpacesController,
    SectionGroupsController,
    ExternalLinksController,
  ],
  providers: [
    StructurePresenter,
    AddToStructure,
    GroupSections,
    LinkedSpaces,
    MoveSiteSpace,
    SpacesConsumer,
    DuplicationRepository,
    DuplicateSpace,
    FinishDuplications,
  ],
  exports: [AddToStructure, LinkedSpaces, StructurePresenter],
})
export class StructureModule {}
