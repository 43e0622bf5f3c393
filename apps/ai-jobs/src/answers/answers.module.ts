import { Module } from '@nestjs/common';
import { InstructionsModule } from '../instructions/instructions.module';
import { ModelsModule } from '../models/models.module';
import { Answers } from './answers';
import { AnswersController } from './answers.controller';

/** Answers questions from passages. */
@Module({
  imports: [InstructionsModule, ModelsModule],
  controllers: [AnswersController],
  providers: [Answers],
})
export class AnswersModule {}
