process.stdout.write('vacancy 1.0.0\n')
