import { Module } from '@nestjs/common';
import { GlossaryController } from './glossary.controller';
import { GlossaryRepository } from './glossary.repository';

/** The glossary of translations. */
@Module({
  controllers: [GlossaryController],
  providers: [GlossaryRepository],
  exports: [GlossaryRepository],
})
export class GlossaryModule {}
