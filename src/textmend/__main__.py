from textmend.cli import main

main()
