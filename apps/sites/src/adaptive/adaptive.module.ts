import { Module } from '@nestjs/common';
import { ModelModule } from '../model/model.module';
import { AdaptiveSchemaController } from './adaptive-schema.controller';

/** The schema of the claims of visitors. */
@Module({
  imports: [ModelModule],
  controllers: [AdaptiveSchemaController],
})
export class AdaptiveModule {}
