# Made by `npm run generate` from the documents. Edit those.
