// Throws what it does not like.
import SwaggerParser from '@apidevtools/swagger-parser';

const { paths } = await SwaggerParser.validate(process.argv[2]);
console.log(JSON.stringify(Object.keys(paths).length));
