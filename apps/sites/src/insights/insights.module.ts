import { Module } from '@nestjs/common';
import { AudienceModule } from '../audience/audience.module';
import { ModelModule } from '../model/model.module';
import { AskedQuestions } from './asked-questions';
import { InsightsController } from './insights.controller';
import { InsightsRepository } from './insights.repository';
import { RecordInsights } from './record-insights';

/** The visits, searches and questions of readers. */
@Module({
  imports: [ModelModule, AudienceModule],
  controllers: [InsightsController],
  providers: [RecordInsights, InsightsRepository, AskedQuestions],
  exports: [AskedQuestions, InsightsRepository, RecordInsights],
})
export class InsightsModule {}
